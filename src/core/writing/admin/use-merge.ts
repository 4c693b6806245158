import { useEffect, useMemo, useState } from 'react';
import { blocksOf } from '../../../content/document/compare/html-tokens.ts';
import {
  type Choice,
  chosen,
  defaultChoice,
  type Region,
  threeWay,
} from '../../../content/document/compare/three-way.ts';
import type { PostText } from '../../posts/api/post-fields.ts';
import type { Post } from '../../posts/api/posts.ts';
import { taxonomyCalls } from '../../taxonomy/admin/calls.ts';
import { writingCalls } from './calls.ts';
import { fieldConflicts, type Side } from './merge-fields.ts';
import { type PostValues, valuesOf } from './post-values.ts';

/** A part of the text, with its number among the changed parts. */
export type NumberedRegion = Region & { number: number };

/** The state of a merge of two versions of a post: what differs, and what the author has chosen. */
export function useMerge(loaded: Post | null, mine: PostValues, theirs: Post) {
  const base = useBase(loaded, theirs.id, Math.max(mine.version, 1));
  const categories = useCategories();
  const [choices, setChoices] = useState<Record<number, Choice>>({});
  const [sides, setSides] = useState<Partial<Record<keyof PostValues, Side>>>({});
  const regions = useMemo(() => {
    if (base === undefined) return [];
    const from = base && blocksOf(base.post_content);
    let number = 0;
    return threeWay(from, blocksOf(mine.post_content), blocksOf(theirs.post_content)).map(
      (region): NumberedRegion => ({ ...region, number: region.changedBy === 'none' ? 0 : ++number }),
    );
  }, [base, mine.post_content, theirs.post_content]);
  const fields = useMemo(
    () => fieldConflicts(base ?? {}, mine, valuesOf(theirs), { categories, theirs }),
    [base, mine, theirs, categories],
  );
  const choiceOf = (region: NumberedRegion): Choice | null => choices[region.number] ?? defaultChoice(region);
  const sideOf = (name: keyof PostValues): Side | null =>
    sides[name] ?? fields.find((field) => field.name === name)?.suggested ?? null;
  const undecided =
    regions.filter((region) => choiceOf(region) === null).length +
    fields.filter(({ name }) => sideOf(name) === null).length;

  const content = regions.flatMap((region) => chosen(region, choiceOf(region) ?? 'both')).join('');
  const merged = (): PostValues => {
    const other = valuesOf(theirs);
    const values = { ...mine, version: theirs.version, post_content: content };
    for (const { name } of fields)
      if (sideOf(name) === 'theirs') Object.assign(values, { [name]: other[name] });
    return values;
  };
  return {
    isLoading: base === undefined,
    /** Whether the version that both started from is known. */
    hasBase: base !== null && base !== undefined,
    regions,
    fields,
    choiceOf,
    choose: (region: NumberedRegion, choice: Choice) =>
      setChoices((before) => ({ ...before, [region.number]: choice })),
    sideOf,
    chooseSide: (name: keyof PostValues, side: Side) => setSides((before) => ({ ...before, [name]: side })),
    undecided,
    content,
    merged,
  };
}

/**
 * What both versions started from: all values if the form was opened with them, otherwise the text alone. Undefined while it
 * loads, null if it is not known any more.
 */
function useBase(loaded: Post | null, id: number, version: number) {
  const isLoaded = loaded?.version === version;
  const [base, setBase] = useState<(PostText & Partial<PostValues>) | null | undefined>(() =>
    isLoaded ? valuesOf(loaded) : undefined,
  );
  useEffect(() => {
    if (isLoaded) return;
    let isMounted = true;
    writingCalls.textOfVersion({ id, version }).then(
      (found) => isMounted && setBase(found),
      () => isMounted && setBase(null),
    );
    return () => {
      isMounted = false;
    };
  }, [isLoaded, id, version]);
  return base;
}

/** Only for their names: without them, categories are shown by number. */
function useCategories(): ReadonlyMap<number, string> {
  const [categories, setCategories] = useState<ReadonlyMap<number, string>>(new Map());
  useEffect(() => {
    let isMounted = true;
    taxonomyCalls.categories().then(
      (found) =>
        isMounted && setCategories(new Map(found.map(({ id, category_path }) => [id, category_path]))),
      () => {},
    );
    return () => {
      isMounted = false;
    };
  }, []);
  return categories;
}
