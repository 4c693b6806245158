import { useFormDraft } from '../../../../platform/admin/drafts/use-draft.ts';
import { urls } from '../../../../platform/http/urls.ts';
import type { Site } from '../../api/site.ts';
import { siteCalls } from '../calls.ts';

const pick = <Name extends keyof Site>(site: Site, names: readonly Name[]): Pick<Site, Name> =>
  Object.fromEntries(names.map((name) => [name, site[name]])) as Pick<Site, Name>;

/** A form of some of the settings, at a path below /admin: saving it leaves the others as they are. */
export function useSettingsForm<Name extends keyof Site>(
  site: Site,
  names: readonly Name[],
  name: string,
  path: string,
) {
  const saved = pick(site, names);
  const form = useFormDraft(path, saved, { name: () => name, path: `${urls.admin}/${path}` });
  const save = async (_values: Pick<Site, Name>, changed: Partial<Pick<Site, Name>>) =>
    pick(await siteCalls.saveSite(changed), names);
  return { form, saved, save };
}
