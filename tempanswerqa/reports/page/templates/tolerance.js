// The errors, curves and scores of the numbers that were read. They are those of
// tempanswerqa.metrics; this part knows no page.

// One answer to a question: its error on an axis. null is an answer that was not read: its error is
// NaN.
const errorOf = (axis, number, { label, centroid, days }) => {
  if (number === null) return NaN;
  const distance = Math.abs(number - label);
  if (axis === "units" || distance === 0) return distance;
  if (axis === "percent") {
    // so that the sum of two large numbers stays finite
    const largest = Math.max(Math.abs(number), Math.abs(label));
    const [p, y] = [number / largest, label / largest];
    return Math.min(100, (100 * Math.abs(p - y)) / (Math.abs(p) + Math.abs(y)));
  }
  return axis === "time" ? distance * days : distance / Math.abs(label - centroid);
};
const METRICS = {
  exact_match: (number, { label }) => Number(number === label),
  within_one: (number, { label }) => Number(number !== null && Math.abs(number - label) <= 1),
  smape: (number, question) => (question.panel === "time" ? NaN : number === null ? 100
    : errorOf("percent", number, question)),
  mase: (number, question) => errorOf("scaled", number, question),
  capped_ase: (number, question) => (Number.isNaN(question.centroid) ? NaN
    : number === null ? 1 : Math.min(errorOf("scaled", number, question), 1)),
  parsed: (number) => Number(number !== null),
};

// The questions of a task, as objects, and the numbers that a run gave: a list for each question,
// one for each response.
const questionsOf = (data, { questions: columns }, task) => columns.id.map((id, place) => {
  const unit = columns.units[columns.unit[place]];
  const [panel, days] = data.units[unit];
  return { id: columns.prefix + id, task, place, unit, panel, days, label: columns.label[place],
    centroid: columns.centroid[place] ?? NaN,
    kind: columns.kinds[columns.kind[place]], asksFor: columns.asks_fors[columns.asks_for[place]],
      group: columns.group[place] };
});
const numbersOf = ({ runs }, run, filter) => {
  const [strict, changes] = runs[run];
  const cells = filter === "strict-match" ? strict
    : strict.map((cell, at) => (at in changes ? changes[at] : cell));
  return cells.map((cell) => (Array.isArray(cell) ? cell : [cell]));
};

// The mean of defined values with its standard error over clusters, as `scores.estimate`.
const estimate = (values, clusters, limited = true) => {
  const sums = new Map();
  let total = 0;
  let n = 0;
  values.forEach((value, at) => {
    if (Number.isNaN(value)) return;
    const own = sums.get(clusters[at]) ?? [0, 0];
    sums.set(clusters[at], [own[0] + value, own[1] + 1]);
    total += value;
    n += 1;
  });
  const mean = n ? total / n : NaN;
  let [squares, second, fourth] = [0, 0, 0];
  for (const [sum, size] of sums.values()) {
    squares += (sum - size * mean) ** 2;
    second += size ** 2;
    fourth += size ** 4;
  }
  const count = sums.size;
  const stderr = count < 2 ? NaN : Math.sqrt((count / (count - 1)) * squares) / n;
  return { mean, stderr, clusters: count, n: limited ? n : Infinity,
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
  const n = share > 0 && stderr > 1e-12 ? share / varianceOf(found) : degrees + 1;
  const t = quantile(degrees);
  const reach = t * Math.sqrt(share / n + (t / (2 * n)) ** 2);
  const [low, high] = [-reach, reach].map((end) =>
    (mean + (t * t) / (2 * n) + end) / (1 + (t * t) / n));
  return [Math.max(0, Math.min(low, mean)), Math.min(1, Math.max(high, mean))];
};

// T(0) and all places where the curve jumps, as `tolerance.curve`: [tolerance, share, low, high].
// An answer is
// { error, weight, cluster }; the answers to a question have a weight of 1 together.
const curveOf = (answers) => {
  const sizes = new Map();
  let total = 0;
  for (const { weight, cluster } of answers) {
    sizes.set(cluster, (sizes.get(cluster) ?? 0) + weight);
    total += weight;
  }
  const limited = answers.every(({ weight }) => weight === 1);
  const [second, fourth] = [2, 4].map((power) =>
    [...sizes.values()].reduce((sum, size) => sum + size ** power, 0));
  const factor = sizes.size > 1 ? sizes.size / (sizes.size - 1) : NaN;
  const within = new Map();
  const points = [];
  let [squares, products, sum] = [0, 0, 0];
  const jump = (tolerance) => {
    const share = Math.min(1, sum / total);
    const residuals = Math.max(0, squares - 2 * share * products + share ** 2 * second);
    const stderr = Math.sqrt(factor * residuals) / total;
    const found = { mean: share, stderr, clusters: sizes.size, n: limited ? total : Infinity,
      effective: second ** 2 / fourth };
    points.push([tolerance, share, ...wilson(found)]);
  };
  const sorted = answers.filter(({ error }) => !Number.isNaN(error))
    .sort((one, other) => one.error - other.error);
  if (answers.length && sorted[0]?.error !== 0) jump(0);
  sorted.forEach(({ error, weight, cluster }, at) => {
    const before = within.get(cluster) ?? 0;
    squares += 2 * before * weight + weight ** 2;
    products += sizes.get(cluster) * weight;
    within.set(cluster, before + weight);
    sum += weight;
    if (sorted[at + 1]?.error !== error) jump(error);
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

// The mean of first - second over questions, as `significance.paired`, with its interval.
const pairedOf = (first, second, clusters) => {
  const gap = estimate(first.map((value, at) => value - second[at]), clusters);
  const sides = [first, second].map((column) => estimate(column, clusters));
  let { stderr } = gap;
  if (stderr > 1e-12 * Math.abs(gap.mean)) {
    const [v, w] = sides.map(varianceOf);
    const product = sides[0].stderr * sides[1].stderr;
    const r = product ? (sides[0].stderr ** 2 + sides[1].stderr ** 2 - stderr ** 2) / (2 * product)
      : 0;
    stderr = Math.max(stderr, Math.sqrt(Math.max(0, v + w - 2 * r * Math.sqrt(v * w))));
  }
  const reach = stderr > 1e-12 ? quantile(degreesOf(gap)) * stderr : NaN;
  return { value: gap.mean, low: gap.mean - reach, high: gap.mean + reach };
};

// The scores of answers of one model: the mean of each metric over questions, and the error of
// exact match.
// A question is { question, numbers }.
const scoresOf = (answered) => {
  const clusters = answered.map(({ question }) => question.group);
  return Object.fromEntries(Object.entries(METRICS).map(([name, metric]) => {
    const values = answered.map(({ question, numbers }) => {
      const known = numbers.map((number) => metric(number, question))
        .filter((value) => !Number.isNaN(value));
      return known.length ? known.reduce((sum, value) => sum + value, 0) / known.length : NaN;
    });
    const found = estimate(values, clusters);
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

// Places of lines of text: near the wanted ones, which rise, at least a gap apart, and between low
// and high.
const spread = (wanted, low, high, gap) => {
  const step = Math.min(gap, (high - low) / Math.max(1, wanted.length - 1));
  const places = wanted.map((place) => Math.max(low, Math.min(high, place)));
  for (let round = 0; round < 60; round += 1) {
    for (let at = 1; at < places.length; at += 1) {
      const lack = step - (places[at] - places[at - 1]);
      if (lack > 0) {
        places[at - 1] -= lack / 2;
        places[at] += lack / 2;
      }
    }
    for (let at = 0; at < places.length; at += 1) {
      places[at] = Math.max(low + at * step,
        Math.min(high - (places.length - 1 - at) * step, places[at]));
    }
  }
  return places;
};
