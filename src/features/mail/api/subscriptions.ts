import { z } from 'zod';
import { id } from '../../../platform/http/api/text.ts';

/** Of one subscriber. */
const maxCategories = 200;

const frequencies = ['at-once', 'weekly'] as const;

/** What a subscriber wants to get, and when. */
export const choices = z.object({
  frequency: z.enum(frequencies),
  /** False: only posts of the categories. */
  all_posts: z.boolean(),
  /** Ids. */
  categories: z.array(id).max(maxCategories),
});
export type Choices = z.infer<typeof choices>;

/** What the short forms below posts and in the footer ask for. */
export const usualChoices: Choices = { frequency: 'at-once', all_posts: true, categories: [] };

/** What a page may show of a subscription: everyone with a forwarded mail can open it. The address is masked. */
export type Subscription = { address: string; choices: Choices };
