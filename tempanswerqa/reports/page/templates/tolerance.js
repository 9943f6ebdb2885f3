// The errors, curves and scores of the numbers that were read. They are those of
// tempanswerqa.metrics; this part knows no page.

// One answer to a question: its error on an axis. null is an unread answer: its error is
// NaN. Times of day are points on a circle, so that the nearer way counts.
const nearest = (number, to, period) => (period
  ? to + (number - to) - period * Math.round((number - to) / period) : number);
// The right answer that counts, and its centroid: of several the nearest to the number, and for
// strict-match the first. `view` has the filter that is chosen.
const rightOf = (number, { label, centroid, alternatives = [], period, view }, filter = view?.filter) => {
  const off = ([one]) => Math.abs(nearest(number, one, period) - one);
  const others = number === null || filter === "strict-match" ? [] : alternatives;
  return others.reduce((best, one) => (off(one) < off(best) ? one : best), [label, centroid]);
};
const errorOf = (axis, given, question) => {
  if (given === null) return NaN;
  const { days, period } = question;
  const [label, centroid] = rightOf(given, question);
  const number = nearest(given, label, period);
  const distance = Math.abs(number - label);
  if (axis === "units" || distance === 0) return distance;
  if (axis === "percent") {
    // so that the sum of two large numbers stays finite
    const largest = Math.max(Math.abs(number), Math.abs(label));
    const [p, y] = [number / largest, label / largest];
    return Math.min(100, (100 * Math.abs(p - y)) / (Math.abs(p) + Math.abs(y)));
  }
  return axis === "time" || axis === "days" ? distance * (days ?? NaN)
    : distance / Math.abs(label - nearest(centroid, label, period));
};
const METRICS = {
  exact_match: (number, question) => Number(errorOf("units", number, question) === 0),
  within_one: (number, question) => Number(errorOf("units", number, question) <= 1),
  smape: (number, question) => (question.panel === "time" ? NaN : number === null ? 100
    : errorOf("percent", number, question)),
  mase: (number, question) => errorOf("scaled", number, question),
  capped_ase: (number, question) => (Number.isNaN(question.centroid) ? NaN
    : number === null ? 1 : Math.min(errorOf("scaled", number, question), 1)),
  parsed: (number) => Number(number !== null),
};

// The questions of a task, as objects, and the numbers that a run gave: a list for each question,
// one for each response.
const questionsOf = (data, { questions: columns }, task, view) => columns.id.map((id, place) => {
  const unit = columns.units[columns.unit[place]];
  const [panel, days, , period] = data.units[unit];
  return { id: columns.prefix + id, task, place, unit, panel, days, period, label: columns.label[place],
    centroid: columns.centroid[place] ?? NaN, alternatives: columns.alternatives[place], view,
    periods: columns.periods[place],
    kind: columns.kinds[columns.kind[place]], measure: columns.measures[columns.measure[place]],
    asksFor: columns.asks_fors[columns.asks_for[place]],
    format: columns.answer_formats[columns.answer_format[place]], group: columns.group[place] };
});
const numbersOf = ({ runs }, run, filter) => {
  const [strict, changes] = runs[run];
  const cells = filter === "strict-match" ? strict
    : strict.map((cell, at) => (at in changes ? changes[at] : cell));
  return cells.map((cell) => (Array.isArray(cell) ? cell : [cell]));
};

// The mean of defined values with its standard error over clusters, as `scores.estimate`. Of values
// in several cells (tasks and promptings) it is the mean of the cells' means: undefined if one is.
const estimate = (values, clusters, { cells = [], limited = true } = {}) => {
  const parts = new Map(); // the sum and number of defined values, by cell
  values.forEach((value, at) => {
    const part = parts.get(cells[at]) ?? [0, 0];
    parts.set(cells[at], Number.isNaN(value) ? part : [part[0] + value, part[1] + 1]);
  });
  const mean = [...parts.values()].reduce((sum, [total, n]) => sum + total / n / parts.size, 0);
  const sums = new Map(); // the weighted residuals and the weight, by cluster
  let least = 0;
  values.forEach((value, at) => {
    if (Number.isNaN(value)) return;
    const [total, n] = parts.get(cells[at]);
    const weight = 1 / n / parts.size;
    const [residual, size] = sums.get(clusters[at]) ?? [0, 0];
    sums.set(clusters[at], [residual + weight * (value - total / n), size + weight]);
    least += weight ** 2;
  });
  let [squares, second, fourth] = [0, 0, 0];
  for (const [residual, size] of sums.values()) {
    squares += residual ** 2;
    second += size ** 2;
    fourth += size ** 4;
  }
  const count = sums.size;
  const stderr = count < 2 ? NaN : Math.sqrt((count / (count - 1)) * squares);
  return { mean: count ? mean : NaN, stderr, clusters: count, n: limited ? 1 / least : Infinity,
    effective: second ** 2 / fourth };
};
const degreesOf = ({ clusters, effective }) => (clusters > 1 ? Math.max(1, effective - 1) : 0);
const varianceOf = ({ mean, stderr, n }) => Math.max(stderr ** 2, (mean * (1 - mean)) / n);

// Student's quantile that leaves 2.5 % above it: with t = sqrt(degrees) tan(x), the density of x is
// cos(x)^(degrees - 1).
const QUANTILES = new Map();
const quantile = (degrees) => {
  if (degrees < 1) return NaN;
  if (!QUANTILES.has(degrees)) {
    const steps = 20000;
    const reach = Math.min(Math.PI / 2, 12 / Math.sqrt(degrees));
    const width = reach / steps;
    const density = Array.from({ length: steps },
      (_, at) => Math.cos((at + 0.5) * width) ** (degrees - 1));
    const wanted = 0.95 * density.reduce((sum, part) => sum + part, 0);
    let [sum, at] = [0, 0];
    while (sum + density[at] < wanted) sum += density[at++];
    QUANTILES.set(degrees, Math.sqrt(degrees) * Math.tan((at
      + (wanted - sum) / density[at]) * width));
  }
  return QUANTILES.get(degrees);
};

// Wilson's interval of a share, as `intervals.wilson`.
const wilson = (found) => {
  const { mean, stderr, clusters } = found;
  const share = mean * (1 - mean);
  if (Number.isNaN(stderr) || clusters < 2) return [NaN, NaN];
  const degrees = degreesOf(found);
  const n = share > 0 && stderr > 1e-7 ? share / varianceOf(found) : degrees + 1;
  const t = quantile(degrees);
  const reach = t * Math.sqrt(share / n + (t / (2 * n)) ** 2);
  const [low, high] = [-reach, reach].map((end) =>
    (mean + (t * t) / (2 * n) + end) / (1 + (t * t) / n));
  return [Math.max(0, Math.min(low, mean)), Math.min(1, Math.max(high, mean))];
};

// T(0) and all places where the curve jumps, as `tolerance.curve`: [tolerance, share, low, high]. An
// answer is { error, weight, cluster, cell }; the answers to a question have a weight of 1 together,
// and each cell has the same weight. As the curve only rises, so do the ends of its intervals.
const curveOf = (answers) => {
  const totals = new Map();
  for (const { weight, cell } of answers) totals.set(cell, (totals.get(cell) ?? 0) + weight);
  const cells = [...totals.keys()];
  const places = new Map(cells.map((cell, at) => [cell, at]));
  const shareOf = ({ weight, cell }) => weight / totals.get(cell) / cells.length;
  const sizes = new Map(); // the weights of a cluster by cell
  let least = 0;
  for (const answer of answers) {
    if (!sizes.has(answer.cluster)) sizes.set(answer.cluster, cells.map(() => 0));
    sizes.get(answer.cluster)[places.get(answer.cell)] += shareOf(answer);
    least += shareOf(answer) ** 2;
  }
  const limited = answers.every(({ weight }) => weight === 1);
  const both = cells.map((_, one) => cells.map((__, other) =>
    [...sizes.values()].reduce((sum, size) => sum + size[one] * size[other], 0)));
  const [second, fourth] = [2, 4].map((power) => [...sizes.values()].reduce((sum, size) =>
    sum + size.reduce((part, own) => part + own, 0) ** power, 0));
  const factor = sizes.size > 1 ? sizes.size / (sizes.size - 1) : NaN;
  const within = new Map();
  const points = [];
  const means = cells.map(() => 0);
  const products = cells.map(() => 0); // of what is within and the size of clusters, by cell
  let squares = 0;
  let share = 0;
  const jump = (tolerance) => {
    const residuals = squares + means.reduce((sum, mean, one) => sum - 2 * mean * products[one]
      + means.reduce((part, other, at) => part + mean * other * both[one][at], 0), 0);
    const stderr = Math.sqrt(factor * Math.max(0, residuals));
    const mean = Math.min(1, share);
    const ends = wilson({ mean, stderr, clusters: sizes.size, n: limited ? 1 / least : Infinity,
      effective: second ** 2 / fourth });
    const before = points.at(-1)?.slice(2) ?? [0, 0];
    points.push([tolerance, mean, ...ends.map((end, at) => Math.max(before[at], end))]);
  };
  const sorted = answers.filter(({ error }) => !Number.isNaN(error))
    .sort((one, other) => one.error - other.error);
  if (answers.length && sorted[0]?.error !== 0) jump(0);
  sorted.forEach((answer, at) => {
    const weight = shareOf(answer);
    const before = within.get(answer.cluster) ?? 0;
    squares += 2 * before * weight + weight ** 2;
    sizes.get(answer.cluster).forEach((size, cell) => { products[cell] += size * weight; });
    within.set(answer.cluster, before + weight);
    means[places.get(answer.cell)] += weight * cells.length;
    share += weight;
    if (sorted[at + 1]?.error !== answer.error) jump(answer.error);
  });
  return points;
};
const shareAt = (points, tolerance) => {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle][0] <= tolerance) low = middle + 1;
    else high = middle;
  }
  return points[low - 1];
};

// The mean of first - second over questions, as `significance.paired`, with its interval; both are
// shares.
const pairedOf = (first, second, clusters, cells = []) => {
  const gap = estimate(first.map((value, at) => value - second[at]), clusters, { cells });
  const sides = [first, second].map((column) => estimate(column, clusters, { cells }));
  let { stderr } = gap;
  if (stderr > 1e-12 * Math.abs(gap.mean)) {
    const [v, w] = sides.map(varianceOf);
    const product = sides[0].stderr * sides[1].stderr;
    const r = product ? (sides[0].stderr ** 2 + sides[1].stderr ** 2 - stderr ** 2) / (2 * product)
      : 0;
    stderr = Math.max(stderr, Math.sqrt(Math.max(0, v + w - 2 * r * Math.sqrt(v * w))));
  }
  const reach = stderr > 1e-12 ? quantile(degreesOf(gap)) * stderr : NaN;
  return { value: gap.mean, low: Math.max(-1, gap.mean - reach), high: Math.min(1, gap.mean + reach) };
};

// The score of each question by a metric, and the means of all metrics over answers of one model,
// with standard errors. An answer is { question, numbers, cell }.
const valuesOf = (answered, metric) => answered.map(({ question, numbers }) => {
  const known = numbers.map((number) => METRICS[metric](number, question))
    .filter((value) => !Number.isNaN(value));
  return known.length ? known.reduce((sum, value) => sum + value, 0) / known.length : NaN;
});
const scoresOf = (answered) => {
  const clusters = answered.map(({ question }) => question.group);
  const cells = answered.map(({ cell }) => cell);
  return Object.fromEntries(Object.keys(METRICS).map((name) => {
    const found = estimate(valuesOf(answered, name), clusters, { cells });
    if (!Number.isFinite(found.mean)) found.mean = NaN;
    return [name, found];
  }));
};

// Places of tolerances on an axis, from 0 to 1, as `live_data.place`, and tolerances of places.
const segmentsOf = ({ knots }) => knots.slice(1).map((knot, at) => [knots[at], knot]);
const placeOn = (axis, tolerance) => {
  for (const [[low, , left], [high, , right]] of segmentsOf(axis)) {
    if (high === null) return right - ((right - left) * low) / tolerance;
    if (tolerance <= high) {
      const share = low >= axis.linear ? Math.log(tolerance / low) / Math.log(high / low)
        : (tolerance - low) / (high - low);
      return left + (right - left) * share;
    }
  }
  return 1;
};
const toleranceAt = (axis, place) => {
  for (const [[low, , left], [high, , right]] of segmentsOf(axis)) {
    if (place > right) continue;
    const share = (place - left) / (right - left);
    if (high === null) return share >= 1 ? Infinity : low / (1 - share);
    return low >= axis.linear ? low * (high / low) ** share : low + (high - low) * share;
  }
  return Infinity;
};

// Places of lines of text, as `canvas.spread`: near the wanted ones, which rise, at least a gap
// apart, and between low and high.
const spread = (wanted, low, high, gap) => {
  const step = Math.min(gap, (high - low) / Math.max(1, wanted.length - 1));
  const blocks = [];
  wanted.forEach((place, at) => {
    let [mean, count] = [place - step * at, 1];
    while (blocks.length && blocks.at(-1)[0] >= mean) {
      const [before, its] = blocks.pop();
      mean = (before * its + mean * count) / (its + count);
      count += its;
    }
    blocks.push([mean, count]);
  });
  const last = high - step * (wanted.length - 1);
  return blocks.flatMap(([mean, count]) => Array(count).fill(mean))
    .map((place, at) => Math.max(low, Math.min(last, place)) + step * at);
};
