import { t } from '../../../platform/messages/translate.ts';
import { type Block, blocks } from '../blocks.ts';

/** The groups of the menu, by the names of their blocks. A block that is not listed here is in the last one. */
const groupNames: readonly (readonly [string, readonly string[]])[] = [
  [
    t('Text'),
    [
      t('Paragraph'),
      t('Heading {level}', { level: 2 }),
      t('Heading {level}', { level: 3 }),
      t('Heading {level}', { level: 4 }),
      t('Bullet List'),
      t('Ordered List'),
      t('Task List'),
      t('Blockquote'),
      t('Code Block'),
    ],
  ],
  [t('Media'), [t('Image'), t('Gallery'), t('Embed'), t('Audio'), t('Video')]],
  [t('More'), []],
];

export function groupOf(block: Block): string {
  return block.group ?? groupNames.find(([, names]) => names.includes(block.name))?.[0] ?? t('More');
}

const grouped: readonly Block[] = groupNames.flatMap(([group]) =>
  blocks.filter((block) => groupOf(block) === group),
);

/** Where the query was found: the lower, the better. */
function rank({ name, keywords }: Block, query: string): number {
  const title = name.toLowerCase();
  if (title.startsWith(query)) return 0;
  if (title.includes(` ${query}`)) return 1;
  if (keywords.some((keyword) => keyword.startsWith(query))) return 2;
  return title.includes(query) ? 3 : Number.POSITIVE_INFINITY;
}

/** The blocks that match what was typed, the best first; all of them in groups if nothing was typed. */
export function searchBlocks(query: string, more: readonly Block[] = []): readonly Block[] {
  const sought = query.toLowerCase();
  const all = [...grouped, ...more];
  if (sought === '') return all;
  return all
    .map((block) => ({ block, rank: rank(block, sought) }))
    .filter((found) => found.rank < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.rank - b.rank)
    .map(({ block }) => block);
}

/** A slash at the start of a block or after a blank, and what follows it. */
export function findSlash(textBefore: string): { trigger: string; query: string } | null {
  const match = /(?:^|\s)(\/)$/.exec(textBefore);
  return match ? { trigger: '/', query: '' } : null;
}
