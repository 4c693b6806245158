const reserved = new Set(['comment', 'null', 'status', 'tag']);
const segmentPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const longestSegment = 50;
const deepest = 8;

export const isSegment = (name: string): boolean =>
  segmentPattern.test(name) && name.length <= longestSegment;

export function segments(path: string): string[] {
  return path === '' ? [] : path.split('.');
}

/** Segment 1, the category that related posts share. */
export function topic(path: string): string {
  return segments(path)[0] ?? '';
}

/** 'south-east' is shown as 'South East'. */
export function segmentTitle(segment: string): string {
  return segment
    .split('-')
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/** Why a path cannot be a category, or null when it can. */
export function categoryPathProblem(path: string): string | null {
  const parts = segments(path);
  if (parts.length === 0) return 'A category needs a name.';
  if (parts.length > deepest) return `A category has at most ${deepest} levels.`;
  for (const part of parts) {
    if (!segmentPattern.test(part))
      return 'Each part of a category is made of lowercase letters a-z, digits and single dashes between them; dots separate the parts.';
    if (part.length > longestSegment)
      return `Each part of a category has at most ${longestSegment} characters.`;
    if (reserved.has(part)) return `'${part}' cannot be part of a category.`;
  }
  return null;
}
