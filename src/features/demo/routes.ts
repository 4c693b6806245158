import { z } from 'zod';
import type { Blog } from '../../platform/blog.ts';
import { route } from '../../platform/http/api/route.ts';
import { date } from '../../platform/http/api/text.ts';
import { Problem } from '../../platform/http/problem.ts';
import { demoPart } from './part.ts';

const demoState = z.object({ started: date }).meta({ id: 'DemoState' });

function demoOf(blog: Blog) {
  const demo = demoPart.of(blog);
  if (!demo) throw new Problem('not_found', 'This site is not the demo.');
  return demo;
}

export const demoRoutes = [
  route('GET', '/api/admin/demo', 'When the demo was started over', {
    response: demoState,
    handle: async ({ blog }) => ({ started: demoOf(blog).started }),
  }),
  route('POST', '/api/admin/demo/reset', 'Start the demo over; the server restarts', {
    response: demoState,
    handle: async ({ blog }) => {
      const { started, reset } = demoOf(blog);
      reset();
      return { started };
    },
  }),
];
