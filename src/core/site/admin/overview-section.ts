import type { ComponentType } from 'react';
import type { Overview } from '../api/site.ts';

/** What a feature shows of its part of the overview, on the screen Detail. */
export type OverviewSection = {
  id: string;
  Section: ComponentType<{ overview: Overview }>;
};
