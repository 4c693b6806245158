type Family = { type: string; help: string; samples: Map<string, number> };

const familyName = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const helpLine = new RegExp(`^# HELP (${familyName}) (\\S.*)$`);
const typeLine = new RegExp(`^# TYPE (${familyName}) (counter|gauge|histogram)$`);
const sampleLine = new RegExp(
  `^(${familyName})(?:\\{(.*)\\})? (-?\\d+(?:\\.\\d+)?(?:e[-+]\\d+)?|NaN|[-+]Inf)$`,
);
const labelPair = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(,|$)/y;

const keyOf = (name: string, labels: Record<string, string>) =>
  `${name}${JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)))}`;

/** Parses Prometheus' text format more strictly than Prometheus does, and throws at the first error. */
export function parseMetrics(text: string): {
  families: Map<string, Family>;
  value(name: string, labels?: Record<string, string>): number | undefined;
} {
  const families = new Map<string, Family>();
  if (!text.endsWith('\n')) throw new Error('The last line does not end.');
  let current: (Family & { name: string }) | undefined;
  let help: RegExpExecArray | null = null;
  for (const line of text.slice(0, -1).split('\n')) {
    const fail = (why: string): never => {
      throw new Error(`${why}: ${line}`);
    };
    if (line.startsWith('# HELP')) {
      help = helpLine.exec(line) ?? fail('This is no help');
    } else if (line.startsWith('# TYPE')) {
      const [, name = '', type = ''] = typeLine.exec(line) ?? fail('This is no type');
      if (help?.[1] !== name) fail('Help must come before its type');
      if (families.has(name)) fail('A family comes twice');
      if ((type === 'counter') !== name.endsWith('_total')) fail('Counters, and nothing else, end in _total');
      current = { name, type, help: help?.[2] ?? '', samples: new Map() };
      families.set(name, current);
    } else {
      const [, name = '', labels = '', value = ''] = sampleLine.exec(line) ?? fail('This is no sample');
      if (!current) throw new Error(`A sample without a family: ${line}`);
      const endings = current.type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
      if (!endings.some((ending) => current?.name + ending === name)) fail(`Not of ${current.name}`);
      const key = keyOf(name, labelsOf(labels, fail));
      if (current.samples.has(key)) fail('A sample comes twice');
      current.samples.set(key, Number(value.replace('Inf', 'Infinity')));
    }
  }
  for (const [name, family] of families) if (family.type === 'histogram') checkHistogram(name, family);
  return {
    families,
    value: (name, labels = {}) =>
      [...families.values()]
        .map(({ samples }) => samples.get(keyOf(name, labels)))
        .find((v) => v !== undefined),
  };
}

function labelsOf(text: string, fail: (why: string) => never): Record<string, string> {
  const labels: Record<string, string> = {};
  labelPair.lastIndex = 0;
  for (let at = 0; at < text.length; at = labelPair.lastIndex) {
    const [, name = '', value = '', comma] = labelPair.exec(text) ?? fail('These are no labels');
    if (name in labels) fail('A label comes twice');
    if (comma === ',' && labelPair.lastIndex === text.length) fail('A comma too many');
    labels[name] = value.replace(/\\(.)/g, (_, letter) => (letter === 'n' ? '\n' : letter));
  }
  return labels;
}

/** Buckets must be cumulative and end with +Inf, which equals the count. */
function checkHistogram(name: string, { samples }: Family): void {
  const groups = new Map<string, { le: string; value: number }[]>();
  for (const [key, value] of samples) {
    if (!key.startsWith(`${name}_bucket`)) continue;
    const labels = Object.fromEntries(JSON.parse(key.slice(`${name}_bucket`.length))) as Record<
      string,
      string
    >;
    const { le = '', ...rest } = labels;
    const group = keyOf('', rest);
    groups.set(group, [...(groups.get(group) ?? []), { le, value }]);
  }
  for (const [group, buckets] of groups) {
    const sorted = buckets.every(({ value }, index) => value >= (buckets[index - 1]?.value ?? 0));
    const bounds = buckets.map(({ le }) => (le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le)));
    const rising = bounds.every((bound, index) => bound > (bounds[index - 1] ?? Number.NEGATIVE_INFINITY));
    const count = samples.get(`${name}_count${group}`);
    if (!sorted || !rising || buckets.at(-1)?.le !== '+Inf' || buckets.at(-1)?.value !== count)
      throw new Error(`The buckets of ${name}${group} do not add up.`);
    if (samples.get(`${name}_sum${group}`) === undefined) throw new Error(`${name}${group} has no sum.`);
  }
}
