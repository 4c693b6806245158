const tagPattern = /^[a-z0-9]{1,100}$/;

/** Why a name cannot be a tag, or null when it can. `null` means "no tag" in the addresses of lists. */
export function tagProblem(name: string): string | null {
  return tagPattern.test(name) && name !== 'null'
    ? null
    : 'Error: tags need to be at least two chars or pattern issue (only a-z).';
}
