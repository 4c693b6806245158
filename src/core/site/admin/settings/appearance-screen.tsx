import { useEffect, useState } from 'react';
import { useLoaderData } from 'react-router';
import { TextField } from '../../../../platform/admin/controls/text-field.tsx';
import { guarded } from '../../../../platform/admin/data/guarded.ts';
import { useFormDraft } from '../../../../platform/admin/drafts/use-draft.ts';
import { ScreenTitle } from '../../../../platform/admin/frame/screen-title.tsx';
import { urls } from '../../../../platform/http/urls.ts';
import type { Appearance } from '../../api/appearance.ts';
import type { CustomCss } from '../../api/custom-css.ts';
import { lookNames, looks } from '../../looks/looks.ts';
import { siteCalls } from '../calls.ts';
import './appearance.css';
import { Choices } from '../../../../platform/admin/settings/choices.tsx';
import { SavedForm } from '../../../../platform/admin/settings/saved-form.tsx';
import { AccentField } from './appearance-accent.tsx';
import { AppearancePreview } from './appearance-preview.tsx';

type Values = Appearance & { css: string };

const lookOptions = lookNames.map((name) => [name, looks[name].title, looks[name].description] as const);
const pairings = [
  ['serif', 'Serif', 'Alegreya, for long texts'],
  ['humanist', 'Humanist', 'Alegreya Sans'],
  ['mono', 'Mono', 'JetBrains Mono, like a typewriter'],
  ['system', 'System', 'The fonts of the reader’s device; nothing is downloaded'],
] as const;
const layoutNames = [
  ['journal', 'Journal', 'Posts with their beginning and an image'],
  ['index', 'Index', 'Titles and dates'],
  ['magazine', 'Magazine', 'A grid of images'],
] as const;

export const loader = guarded(async () => {
  const [site, css] = await Promise.all([siteCalls.site(), siteCalls.customCss()]);
  return { site, css };
});

export function Component() {
  const { site, css } = useLoaderData<typeof loader>();
  const { look, theme_color, type_pairing, layout } = site;
  const saved: Values = { look, theme_color, type_pairing, layout, css: css.source };
  const form = useFormDraft('appearance', saved, {
    name: () => 'the appearance',
    path: `${urls.admin}/settings/appearance`,
  });
  const { values, change } = form;
  const checked = useChecked(values.css, css);
  return (
    <section className="settings appearance">
      <ScreenTitle>Appearance</ScreenTitle>
      <SavedForm title="Appearance" id="appearance" form={form} saved={saved} save={save}>
        <Choices
          legend="Look"
          name="look"
          options={lookOptions}
          value={values.look}
          onChange={(look) => {
            const { layout, type_pairing, theme_color } = looks[look];
            change({ look, layout, type_pairing, theme_color });
          }}
        />
        <AccentField value={values.theme_color} onChange={(color) => change({ theme_color: color })} />
        <Choices
          legend="Type"
          name="type"
          options={pairings}
          value={values.type_pairing}
          onChange={(pairing) => change({ type_pairing: pairing })}
        />
        <Choices
          legend="Layout"
          name="layout"
          options={layoutNames}
          value={values.layout}
          onChange={(chosen) => change({ layout: chosen })}
        />
        <TextField
          label="Custom CSS"
          rows={8}
          value={values.css}
          onChange={(source) => change({ css: source })}
          hint="For the public pages. Images can come from this site only. If the site can no longer be used, add ?css=off to the URL of any page."
        />
        <ul className="error" aria-label="Problems of the custom CSS" aria-live="polite">
          {checked.problems.map(({ line, message }) => (
            <li key={`${line} ${message}`}>
              Line {line}: {message}
            </li>
          ))}
        </ul>
      </SavedForm>
      <AppearancePreview appearance={values} css={checked.css} />
    </section>
  );
}

async function save({ css: source, ...appearance }: Values): Promise<Values> {
  // The sheet first: if it is refused, nothing is saved.
  const { source: stored } = await siteCalls.saveCustomCss({ source });
  const { look, theme_color, type_pairing, layout } = await siteCalls.saveSite(appearance);
  return { look, theme_color, type_pairing, layout, css: stored };
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
