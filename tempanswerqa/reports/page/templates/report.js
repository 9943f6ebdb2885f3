// The page begins with what its address says, and follows it.

const follow = () => {
  read();
  redraw();
  if (answers.length) {
    take();
    fill();
    find();
    draw();
    open();
  }
};
addEventListener("hashchange", follow);
addEventListener("popstate", follow);
read();
fillChoices();
redraw();
const beyond = [...Object.keys(first), ...CHOICES.map(([name]) => name), "answer", "range"];
if (beyond.some((name) => address.get().has(name))) start()
  .then(() => viewer.hidden && section.scrollIntoView());
else new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && start(),
  { rootMargin: "400px" }).observe(section);
