import type { Random } from './random.ts';
import { d, HEIGHT, many, mix, rect, stroke, WIDTH } from './svg.ts';

/** Boards of a table seen from above, with their grain. */
export function boards(random: Random, wood: string): string {
  const board = HEIGHT / 5;
  return many(5, (index) => {
    const tone = mix(wood, index % 2 ? '#ffffff' : '#3a1d08', random.between(0.02, 0.12));
    const y = index * board;
    const grain = many(16, () => {
      const gy = y + random.between(8, board - 8);
      const bow = random.between(-16, 16);
      return stroke(
        d`M -20 ${gy} Q ${random.between(500, 1500)} ${gy + bow} 2020 ${gy + bow * 0.4}`,
        mix(tone, '#3a1d08', 0.35),
        random.between(1, 3.4),
        { opacity: random.between(0.12, 0.4) },
      );
    });
    return (
      rect(0, y, WIDTH, board, tone) + grain + rect(0, y + board - 4, WIDTH, 4, mix(wood, '#1d0d02', 0.55))
    );
  });
}
