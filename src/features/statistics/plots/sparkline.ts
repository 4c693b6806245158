import { markup } from './markup.ts';
import { placeOf, rounded } from './scale.ts';

/** Room for half of the line's width, so that it is not cut off at the top and at the bottom. */
const edge = 8;

/** A tiny line without axes. It says nothing to screen readers: the number is beside it as text. */
export function sparkline(values: readonly number[]): string {
  const most = Math.max(1, ...values);
  const points = values.map(
    (value, index) =>
      `${placeOf(index, values.length)} ${rounded(100 - edge - (value / most) * (100 - 2 * edge))}`,
  );
  const d =
    points.length === 1
      ? `M${points[0]}h0.01`
      : points.map((point, index) => (index ? 'L' : 'M') + point).join('');
  return markup`<svg xmlns="http://www.w3.org/2000/svg" class="sparkline" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" focusable="false"><path d="${d}"/></svg>`
    .text;
}
