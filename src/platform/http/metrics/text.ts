export type Sample = { suffix?: string; labels: Record<string, string>; value: number };
export type Family = {
  name: string;
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  samples: Sample[];
};

/** A metric with one value, or with one for each value of a label. */
export const family = (
  type: 'counter' | 'gauge',
  name: string,
  help: string,
  value: number | Record<string, number>,
  label = '',
): Family => ({
  name,
  type,
  help,
  samples:
    typeof value === 'number'
      ? [{ labels: {}, value }]
      : Object.entries(value).map(([key, each]) => ({ labels: { [label]: key }, value: each })),
});

/** Merges the metrics of several processes; the label `process` tells the samples apart. */
export function mergeFamilies(all: ReadonlyMap<string, readonly Family[]>): Family[] {
  const merged = new Map<string, Family>();
  for (const [process, families] of all)
    for (const { samples, ...about } of families) {
      const known = merged.get(about.name) ?? { ...about, samples: [] };
      for (const sample of samples) known.samples.push({ ...sample, labels: { process, ...sample.labels } });
      merged.set(about.name, known);
    }
  return [...merged.values()];
}

/** The Prometheus text format, version 0.0.4. */
export function metricsText(families: readonly Family[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, type, help, samples }) => {
      const lines = samples.map(
        ({ suffix = '', labels, value }) => `${name}${suffix}${labelText(labels)} ${numberText(value)}\n`,
      );
      return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
    })
    .join('');
}

function labelText(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(',')}}` : '';
}

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

const numberText = (value: number): string => (Number.isFinite(value) ? String(value) : 'NaN');
