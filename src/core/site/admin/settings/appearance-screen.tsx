import { useEffect, useState } from 'react';
import { useLoaderData } from 'react-router';
import { TextField } from '../../../../platform/admin/controls/text-field.tsx';
import { guarded } from '../../../../platform/admin/data/guarded.ts';
import { useFormDraft } from '../../../../platform/admin/drafts/use-draft.ts';
import { ScreenTitle } from '../../../../platform/admin/frame/screen-title.tsx';
import { Choices } from '../../../../platform/admin/settings/choices.tsx';
import { SettingsForm } from '../../../../platform/admin/settings/settings-form.tsx';
import { urls } from '../../../../platform/http/urls.ts';
import { t } from '../../../../platform/messages/translate.ts';
import type { Appearance } from '../../api/appearance.ts';
import type { CustomCss } from '../../api/custom-css.ts';
import type { Site } from '../../api/site.ts';
import { type LookName, lookNames, looks } from '../../looks/looks.ts';
import { siteCalls } from '../calls.ts';
import { AccentField } from './appearance-accent.tsx';
import { appearanceFields } from './fields.ts';
import { SitePreview } from './site-preview.tsx';

type Loaded = { site: Site; css: CustomCss };
type Values = Appearance & { css: string };

const lookOptions = lookNames.map((name) => [name, looks[name].title, looks[name].description] as const);
/** Made by `npm run screenshots`. */
const pictureOf = (look: LookName): string =>
  new URL(`../../looks/${look}/picture.webp`, import.meta.url).href;
const pairings = [
  ['serif', t('Serif'), t('Alegreya, for long texts')],
  ['humanist', t('Humanist'), t('Alegreya Sans')],
  ['mono', t('Mono'), t('JetBrains Mono, like a typewriter')],
  ['system', t('System'), t('The fonts of the reader’s device; nothing is downloaded')],
] as const;
const layoutNames = [
  ['journal', t('Journal'), t('Posts with their beginning and an image')],
  ['index', t('Index'), t('Titles and dates')],
  ['magazine', t('Magazine'), t('A grid of images')],
] as const;

async function load(): Promise<Loaded> {
  const [site, css] = await Promise.all([siteCalls.site(), siteCalls.customCss()]);
  return { site, css };
}

export const loader = guarded(load);

const valuesOf = ({ site: { look, theme_color, type_pairing, layout }, css }: Loaded): Values => ({
  look,
  theme_color,
  type_pairing,
  layout,
  css: css.source,
});

export function Component() {
  const loaded = useLoaderData<Loaded>();
  const { css } = loaded;
  const saved = valuesOf(loaded);
  const form = useFormDraft('appearance', saved, {
    name: () => t('the appearance'),
    path: `${urls.admin}/design`,
  });
  const { values, change } = form;
  const checked = useChecked(values.css, css);
  return (
    <section className="design appearance">
      <ScreenTitle>{t('Appearance')}</ScreenTitle>
      <SettingsForm label={t('Appearance')} form={form} saved={saved} save={save}>
        <Choices
          legend={appearanceFields.look.label}
          name="look"
          options={lookOptions}
          pictureOf={pictureOf}
          value={values.look}
          onChange={(look) => {
            const { layout, type_pairing, theme_color } = looks[look];
            change({ look, layout, type_pairing, theme_color });
          }}
        />
        <AccentField value={values.theme_color} onChange={(color) => change({ theme_color: color })} />
        <Choices
          legend={appearanceFields.type_pairing.label}
          name="type"
          options={pairings}
          value={values.type_pairing}
          onChange={(pairing) => change({ type_pairing: pairing })}
        />
        <Choices
          legend={appearanceFields.layout.label}
          name="layout"
          options={layoutNames}
          value={values.layout}
          onChange={(chosen) => change({ layout: chosen })}
        />
        <TextField
          {...appearanceFields.css}
          rows={8}
          value={values.css}
          onChange={(source) => change({ css: source })}
        />
        <ul className="error" aria-label={t('Problems of the custom CSS')} aria-live="polite">
          {checked.problems.map(({ line, message }) => (
            <li key={`${line} ${message}`}>{t('Line {line}: {message}', { line, message })}</li>
          ))}
        </ul>
      </SettingsForm>
      <SitePreview appearance={values} css={checked.css} />
    </section>
  );
}

async function save(_values: Values, { css: source, ...appearance }: Partial<Values>): Promise<Values> {
  if (source === undefined) await siteCalls.saveSite(appearance);
  else await siteCalls.saveCustomCss({ source, appearance });
  return valuesOf(await load());
}

const delayMs = 400;

/** What the server would send of a sheet that is not saved. */
function useChecked(source: string, saved: CustomCss): CustomCss {
  const [checked, setChecked] = useState(saved);
  useEffect(() => {
    if (source === saved.source) {
      setChecked(saved);
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      // An error shows when the form is saved.
      const result = await siteCalls.checkCustomCss({ source }).catch(() => null);
      if (result && !abort.signal.aborted) setChecked(result);
    }, delayMs);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [source, saved]);
  return checked;
}
