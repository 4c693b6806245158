import type { ImportChoices } from './api.ts';
import type { PostItem, SourceItem, Term } from './items.ts';

/** An item as the owner wants it (`api.ts`). Who the owner is matters where authors are written. */
export function asChosen(item: SourceItem, choices: ImportChoices): SourceItem {
  if (item.kind === 'category') {
    const tag = item.path.at(-1);
    return tag && isTag(choices, item.path) ? { ...item, kind: 'tag', tag } : item;
  }
  return item.kind === 'post' || item.kind === 'page' ? postAsChosen(item, choices) : item;
}

const isTag = ({ tags }: ImportChoices, path: readonly Term[]): boolean =>
  tags.length > 0 && tags.includes(path.at(-1)?.name ?? '');

function postAsChosen(item: PostItem, choices: ImportChoices): PostItem {
  const kind = Object.hasOwn(choices.kinds, item.sourceKind)
    ? (choices.kinds[item.sourceKind] ?? item.kind)
    : item.kind;
  const language = item.language || choices.language;
  const categories = item.categories ?? [];
  const asTags = categories.filter((path) => isTag(choices, path)).flatMap((path) => path.at(-1) ?? []);
  return {
    ...item,
    kind,
    ...(kind !== item.kind && item.slug && { slug: slugAs(kind, item.slug) }),
    ...(language && { language }),
    ...(asTags.length > 0 && {
      tags: [...(item.tags ?? []), ...asTags],
      categories: categories.filter((path) => !isTag(choices, path)),
    }),
  };
}

const slugAs = (kind: 'post' | 'page', slug: string): string =>
  kind === 'page' ? `/${slug}` : (slug.split('/').findLast(Boolean) ?? slug);
