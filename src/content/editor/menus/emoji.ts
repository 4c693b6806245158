export type Emoji = { name: string; emoji: string; words: readonly string[] };

let list: readonly Emoji[] = [];
let loading: Promise<void> | null = null;

/** Loads the list when the first name is typed. */
export function loadEmoji(): Promise<void> {
  loading ??= import('./emoji-data.ts').then(({ emojiData }) => {
    list = parseEmoji(emojiData);
  });
  return loading;
}

/** One emoji a line: the emoji, its name, and further words to find it. */
function parseEmoji(data: string): readonly Emoji[] {
  return data
    .trim()
    .split('\n')
    .map((line) => {
      const [emoji = '', name = '', ...words] = line.trim().split(' ');
      return { emoji, name, words };
    });
}

const most = 8;

/** The best matches first: those whose name begins with what was typed. */
export function searchEmoji(query: string): readonly Emoji[] {
  const sought = query.toLowerCase();
  const begins = list.filter(({ name }) => name.startsWith(sought));
  const others = list.filter(
    ({ name, words }) =>
      !name.startsWith(sought) && [...name.split('_'), ...words].some((word) => word.startsWith(sought)),
  );
  return [...begins.sort((a, b) => a.name.length - b.name.length), ...others].slice(0, most);
}

export const emojiNamed = (name: string): string | undefined =>
  list.find((emoji) => emoji.name === name.toLowerCase())?.emoji;

/** A colon at the start or after a blank, and at least two letters of a name. */
export function findColon(textBefore: string): { trigger: string; query: string } | null {
  const match = /(?:^|[\s(])(:)([a-z\d_+-]{2,30})$/i.exec(textBefore);
  return match ? { trigger: ':', query: match[2] ?? '' } : null;
}
