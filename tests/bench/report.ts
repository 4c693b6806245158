import type { Figure, Line, Posts, Result, Wanted } from './bench-run.ts';

export const number = (value: number): string => {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : 2;
  return value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits });
};
export const targets = (wanted: readonly Wanted[]): string =>
  wanted.map(({ what, holds }) => `${what.trim()}${holds ? '' : ' **missed**'}`).join('; ');

/** The tables that a run prints; with an earlier run, also how much faster each line became. */
export function markdown({ lines, figures }: Result, posts: Posts, earlier?: Result): string {
  const baselines = [...new Set(lines.flatMap((line) => Object.keys(line.against)))];
  const before = (name: string) => earlier?.lines.find((line) => line.name === name);
  const cells = (line: Line) => [
    line.name,
    number(line.few),
    number(line.many),
    number(line.growth),
    number(line.perSecond),
    number(line.p99),
    ...baselines.map((baseline) =>
      line.against[baseline] === undefined ? '' : number(line.against[baseline]),
    ),
    ...(earlier ? [before(line.name) ? number(line.many / (before(line.name)?.many ?? 1)) : ''] : []),
    targets(line.wanted),
  ];
  const figureBefore = (name: string) => earlier?.figures.find((figure) => figure.name === name);
  const figureCells = (figure: Figure) => [
    figure.name,
    `${number(figure.value)} ${figure.unit}`.trim(),
    ...(earlier ? [figureBefore(figure.name) ? number(figureBefore(figure.name)?.value ?? 0) : ''] : []),
    figure.wanted ? targets([figure.wanted]) : '',
  ];
  const head = [
    'Responses per CPU second',
    `${number(posts.few)} posts`,
    `${number(posts.many)} posts`,
    `cost ${number(posts.many)} : ${number(posts.few)}`,
    'per second',
    'p99 ms',
    ...baselines.map((baseline) => `of ${baseline}`),
    ...(earlier ? ['of earlier'] : []),
    'wanted',
  ];
  const figureHead = ['Figure', 'value', ...(earlier ? ['earlier'] : []), 'wanted'];
  return [table(head, lines.map(cells)), table(figureHead, figures.map(figureCells))].join('\n');
}

export function table(head: string[], rows: string[][]): string {
  const row = (cells: string[]) => `| ${cells.join(' | ')} |\n`;
  return row(head) + row(head.map((_, at) => (at === 0 ? '---' : '---:'))) + rows.map(row).join('');
}

export const missed = ({ lines, figures }: Result): string[] => [
  ...lines.flatMap(({ name, wanted }) =>
    wanted.filter(({ holds }) => !holds).map(({ what }) => `${name}: ${what}`),
  ),
  ...figures.flatMap(({ name, wanted }) =>
    wanted && !wanted.holds ? [`${name}: ${wanted.what.trim()}`] : [],
  ),
];
