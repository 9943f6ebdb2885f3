// The page begins with what its address says, and follows it.

const reopen = async () => {
  read();
  await refresh();
  if (answers.length) open();
};
addEventListener("hashchange", reopen);
read();
fillChoices();
refresh();
if ([...NAMES, "answer"].some((name) => address.get().has(name))) start()
  .then(() => viewer.hidden && section.scrollIntoView());
else new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && start(),
  { rootMargin: "400px" }).observe(section);
