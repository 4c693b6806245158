const clicksPerMessage = 5;

/** The counter after a click, never below zero. */
export function step(counter: number, delta: number): number {
  return Math.max(0, counter + delta);
}

/** A new message every five clicks, then the last one. */
export function messageFor(counter: number, messages: readonly string[]): string {
  const index = Math.floor(Math.max(0, counter) / clicksPerMessage);
  return messages[Math.min(index, messages.length - 1)] ?? '';
}
