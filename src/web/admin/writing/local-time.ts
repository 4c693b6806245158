const two = (value: number): string => String(value).padStart(2, '0');

/** Converts an ISO date to the value of a `datetime-local` field, in the browser's time zone. '' stays empty. */
export function toLocal(iso: string): string {
  if (iso === '') return '';
  const date = new Date(iso);
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

export function fromLocal(local: string): string {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}

export function nextFullHour(now: Date): string {
  const hour = new Date(now);
  hour.setHours(hour.getHours() + 1, 0, 0, 0);
  return hour.toISOString();
}
