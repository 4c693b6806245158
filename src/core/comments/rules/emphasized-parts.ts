type Part = { shown: string; as: 'em' | 'strong' | 'code' | null };

/** Marks stand at the borders of words: `2*3*4` and `snake_case_name` have none. */
const marked =
  /(?<![\p{L}\p{N}*_`])(?:\*\*(?<strong>[^\s*](?:[^*\n]*[^\s*])?)\*\*|\*(?<star>[^\s*](?:[^*\n]*[^\s*])?)\*|_(?<line>[^\s_](?:[^_\n]*[^\s_])?)_|`(?<code>[^`\n]+)`)(?![\p{L}\p{N}*_`])/gu;

/** A text in parts, of which some are emphasized: `*a*` and `_a_`, `**a**`, and code between backticks. */
export function emphasizedParts(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: found, index, groups = {} } of text.matchAll(marked)) {
    if (index > end) parts.push({ shown: text.slice(end, index), as: null });
    const { strong, star, line, code } = groups;
    parts.push({
      shown: strong ?? star ?? line ?? code ?? '',
      as: strong === undefined ? (code === undefined ? 'em' : 'code') : 'strong',
    });
    end = index + found.length;
  }
  if (end < text.length) parts.push({ shown: text.slice(end), as: null });
  return parts;
}
