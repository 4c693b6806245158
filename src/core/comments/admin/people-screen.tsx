import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useRevalidator, useSearchParams } from 'react-router';
import { FilterSelect } from '../../../platform/admin/controls/filter-select.tsx';
import { Form } from '../../../platform/admin/controls/form.tsx';
import { ItemButton } from '../../../platform/admin/controls/item-button.tsx';
import { Nothing } from '../../../platform/admin/controls/nothing.tsx';
import { loadPage, Pager } from '../../../platform/admin/controls/pager.tsx';
import { TextField } from '../../../platform/admin/controls/text-field.tsx';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { useAction } from '../../../platform/admin/data/use-action.ts';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { maxBlockedWordLength } from '../../../platform/http/api/limits.ts';
import { rich } from '../../../platform/messages/rich.ts';
import { t } from '../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { CommentBlock, Person } from '../api/people.ts';
import * as messages from '../messages.ts';
import { commentCalls } from './calls.ts';
import './comments.css';

const pageSize = 50;
const shown = {
  trusted: t('Trusted people'),
  blocked: t('Blocked people'),
  words: t('Blocked words and IP addresses'),
} as const;
type Shown = keyof typeof shown;
const emptyTexts: Record<Shown, string> = {
  trusted: t(
    'You trust no one yet. "Trust this person" in the menu of a comment approves further comments of its author at once.',
  ),
  blocked: t(
    'You blocked no one yet. "Block this person" in the menu of a comment refuses further comments of its author.',
  ),
  words: t('No words or IP addresses are blocked.'),
};

function shownIn(params: URLSearchParams): Shown {
  const value = params.get('show') ?? '';
  return Object.hasOwn(shown, value) ? (value as Shown) : 'trusted';
}

export const loader = guarded(async ({ request }: LoaderFunctionArgs) => {
  const show = shownIn(new URL(request.url).searchParams);
  if (show === 'words') return { people: null, blocks: await commentCalls.blocks() };
  return {
    people: await loadPage(request, pageSize, (range) => commentCalls.people({ state: show, ...range })),
    blocks: null,
  };
});

/** Whose comments are approved at once, and what is refused. */
export function Component() {
  const { people, blocks } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const show = shownIn(params);
  const isEmpty = (people?.items.length ?? blocks?.length ?? 0) === 0;
  return (
    <section>
      <ScreenTitle
        action={
          <div className="filters people-filter">
            <FilterSelect label={t('Show')} parameter="show" value={show} options={Object.entries(shown)} />
          </div>
        }
      >
        {t('People')}
      </ScreenTitle>
      {show === 'words' && <AddWord />}
      {isEmpty && <Nothing text={emptyTexts[show]} />}
      {people && !isEmpty && (
        <ul className="people" aria-label={shown[show]}>
          {people.items.map((person) => (
            <PersonItem key={person.person} person={person} />
          ))}
        </ul>
      )}
      {blocks && !isEmpty && (
        <ul className="people" aria-label={shown.words}>
          {blocks.map((block) => (
            <BlockItem key={block.id} block={block} />
          ))}
        </ul>
      )}
      {people && <Pager total={people.total} size={pageSize} name={t('people')} />}
    </section>
  );
}

/** A reader of this site is known by the browser only. */
const placeOf = ({ person }: Person): string =>
  person.startsWith('browser:') ? t('a reader of this site') : person;

function PersonItem({ person }: { person: Person }) {
  const run = useAction();
  const remove = () =>
    run(() => commentCalls.removePerson({ person: person.person }), messages.personRemoved(person.name));
  return (
    <li>
      <p>
        <strong>
          <bdi>{person.name}</bdi>
        </strong>{' '}
        {/^https?:/.test(person.person) ? (
          <a href={person.person} rel="ugc nofollow noreferrer">
            {person.person}
          </a>
        ) : (
          <span className="soft">{placeOf(person)}</span>
        )}{' '}
        <span className="soft">
          {rich('since {date}', { date: <FormattedDate date={person.date_added} /> })}
        </span>
      </p>
      <ItemButton
        action={person.state === 'trusted' ? t('No longer trust') : t('Unblock')}
        item={person.name}
        onClick={remove}
      />
    </li>
  );
}

function BlockItem({ block }: { block: CommentBlock }) {
  const run = useAction();
  const isWord = block.kind === 'word';
  const remove = () => run(() => commentCalls.removeBlock({ id: block.id }), messages.blockRemoved);
  return (
    <li>
      <p>
        {isWord ? (
          <strong dir="auto">{block.label}</strong>
        ) : (
          rich('The IP address of a comment of {name}', {
            name: (
              <strong>
                <bdi>{block.label}</bdi>
              </strong>
            ),
          })
        )}{' '}
        <span className="soft">
          {rich('since {date}', { date: <FormattedDate date={block.date_added} /> })}
        </span>
      </p>
      <ItemButton
        action={t('Unblock')}
        item={isWord ? block.label : t('the IP address of {label}', { label: block.label })}
        onClick={remove}
      />
    </li>
  );
}

function AddWord() {
  const [word, setWord] = useState('');
  const { notify } = useNotices();
  const { revalidate } = useRevalidator();
  const add = async () => {
    const { label } = await commentCalls.block({ word });
    setWord('');
    notify(messages.wordBlocked(label));
    await revalidate();
  };
  return (
    <Form className="boxed" submitLabel={t('Block')} onSubmit={add}>
      <TextField
        label={t('Word')}
        hint={t(
          'New comments that contain it are refused: a word, up to five words in a row, or a host name.',
        )}
        name="word"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={maxBlockedWordLength}
        value={word}
        onChange={setWord}
      />
    </Form>
  );
}
