import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { Form } from '../../../platform/admin/controls/form.tsx';
import { SelectField } from '../../../platform/admin/controls/select-field.tsx';
import { TextField } from '../../../platform/admin/controls/text-field.tsx';
import { formatList, plural, t } from '../../../platform/messages/translate.ts';
import type { ImportChoices, ImportRecord, ImportSample, ImportSamples } from '../api.ts';
import { importCalls } from './calls.ts';
import { counted, kindHeading } from './kinds.ts';

const zones = Intl.supportedValuesOf('timeZone');

/** After a dry run: what the source leaves open, and some texts beside those of the source. */
export function Questions({ record, samples }: { record: ImportRecord; samples: ImportSamples }) {
  const [choices, setChoices] = useState<ImportChoices>(record.choices);
  const { revalidate } = useRevalidator();
  const change = (part: Partial<ImportChoices>) => setChoices((before) => ({ ...before, ...part }));
  const submit = async () => {
    await importCalls.choose({ id: record.id, ...choices });
    await revalidate();
  };
  return (
    <>
      <details className="boxed questions">
        <summary>{t('Which is it? Posts or pages, language, time zone, author, tags')}</summary>
        <Form submitLabel={t('Check again with these answers')} onSubmit={submit}>
          {samples.kinds.length > 0 && (
            <Kinds samples={samples} kinds={choices.kinds} onChange={(kinds) => change({ kinds })} />
          )}
          {samples.authors.length > 0 && (
            <SelectField
              label={t('Which author are you?')}
              value={choices.me}
              options={[['', t('None of them')], ...samples.authors.map((name) => [name, name] as const)]}
              onChange={(me) => change({ me })}
            />
          )}
          <TextField
            label={t('Language of texts that name none')}
            hint={t('A tag such as en or pt-BR; empty: the language of this site')}
            value={choices.language}
            maxLength={35}
            onChange={(language) => change({ language })}
          />
          <SelectField
            label={t('Time zone of dates that name none')}
            value={choices.time_zone}
            options={[
              ['', t('That of the source, or UTC')],
              ...zones.map((zone) => [zone, zone.replaceAll('_', ' ')] as const),
            ]}
            onChange={(time_zone) => change({ time_zone })}
          />
          {samples.categories.length > 0 && (
            <Tags names={samples.categories} chosen={choices.tags} onChange={(tags) => change({ tags })} />
          )}
        </Form>
      </details>
      {samples.posts.length > 0 && (
        <details className="samples">
          <summary>
            {plural(samples.posts.length, {
              one: 'One text beside the source',
              other: '{count} texts beside the source',
            })}
          </summary>
          {samples.posts.map((sample) => (
            <Sample key={sample.key} sample={sample} />
          ))}
        </details>
      )}
    </>
  );
}

type KindsProps = {
  samples: ImportSamples;
  kinds: ImportChoices['kinds'];
  onChange(kinds: ImportChoices['kinds']): void;
};

function Kinds({ samples, kinds, onChange }: KindsProps) {
  return [...new Set(samples.kinds.map(({ source_kind }) => source_kind))].map((name) => {
    const { [name]: chosen, ...others } = kinds;
    return (
      <SelectField
        key={name}
        label={t('What are they: {kind}?', { kind: kindHeading(name) })}
        value={chosen ?? ''}
        options={[
          ['', t('As they look: {counts}', { counts: looks(samples, name) })],
          ['post', t('All posts')],
          ['page', t('All pages')],
        ]}
        onChange={(kind) =>
          onChange(kind === 'post' || kind === 'page' ? { ...others, [name]: kind } : others)
        }
      />
    );
  });
}

/** "12 posts and 1 page". */
const looks = ({ kinds }: ImportSamples, name: string): string =>
  formatList(
    kinds.filter(({ source_kind }) => source_kind === name).map(({ kind, count }) => counted(count, kind)),
  );

type TagsProps = { names: readonly string[]; chosen: readonly string[]; onChange(names: string[]): void };

function Tags({ names, chosen, onChange }: TagsProps) {
  return (
    <fieldset>
      <legend>{t('Which categories become tags?')}</legend>
      <ul className="category-choices">
        {names.map((name) => (
          <li key={name}>
            <label>
              <input
                type="checkbox"
                checked={chosen.includes(name)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...chosen, name] : chosen.filter((one) => one !== name))
                }
              />{' '}
              {name}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** Also by keyboard. */
const scrolling = { dir: 'auto', tabIndex: 0 };

/** The words of the source that are missing are marked; the text is as readers will see it. */
function Sample({ sample: { label, url, source, html } }: { sample: ImportSample }) {
  const missing = source.filter(({ isMissing }) => isMissing).length;
  return (
    <article className="sample">
      <h3>{url ? <a href={url}>{label || t('Untitled')}</a> : label || t('Untitled')}</h3>
      <p className={missing > 0 ? 'difference' : 'soft'}>
        {missing > 0
          ? t('What is marked in the source is missing here.')
          : t('All words of the source are here.')}
      </p>
      <div className="sides">
        <div>
          <h4>{t('In the source')}</h4>
          <section {...scrolling} className="side source" aria-label={t('{label} in the source', { label })}>
            {source.map(({ text, isMissing }, index) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never change their order
              isMissing ? <del key={index}>{text}</del> : <span key={index}>{text}</span>,
            )}
          </section>
        </div>
        <div>
          <h4>{t('Here')}</h4>
          <section
            {...scrolling}
            className="side"
            aria-label={t('{label} here', { label })}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitized it
            dangerouslySetInnerHTML={{ __html: html }}
          />
        </div>
      </div>
    </article>
  );
}
