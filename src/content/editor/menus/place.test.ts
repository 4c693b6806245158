import { expect, test } from 'vitest';
import { chooseSide } from './place.ts';

const visible = { top: 100, bottom: 700 };

test('a panel is where it was preferred if there is room', () => {
  expect(chooseSide({ top: 300, bottom: 320 }, visible, 200, 'below').side).toBe('below');
  expect(chooseSide({ top: 400, bottom: 420 }, visible, 200, 'above').side).toBe('above');
});

test('otherwise it is where there is more room, and not higher than that', () => {
  expect(chooseSide({ top: 600, bottom: 620 }, visible, 200, 'below')).toEqual({
    side: 'above',
    maxHeight: 494,
  });
  expect(chooseSide({ top: 150, bottom: 170 }, visible, 200, 'above')).toEqual({
    side: 'below',
    maxHeight: 524,
  });
  expect(chooseSide({ top: 110, bottom: 690 }, visible, 200, 'above').maxHeight).toBe(4);
});
