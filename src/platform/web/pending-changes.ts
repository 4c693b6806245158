/**
 * Changes that a component has not reported to its form yet, because reporting each key would make typing slow. Code that
 * reads, saves or discards the values of a form flushes them first.
 */

const pending = new Set<() => void>();

export function flushPendingChanges(): void {
  for (const flush of [...pending]) flush();
}

export function addPendingChange(flush: () => void): void {
  pending.add(flush);
}

export function removePendingChange(flush: () => void): void {
  pending.delete(flush);
}
