import { use } from 'react';
import { t } from '../../messages/translate.ts';
import { Dialog } from '../controls/dialog.tsx';
import { NavigationContext } from '../frame/navigation.ts';
import type { Command, Found } from '../module.ts';
import { matching, screensAndSettings } from './find.ts';
import { Finder } from './finder.tsx';

type Props = {
  commands: readonly Command[];
  /** Finds content by its name. */
  finders: readonly ((query: string) => Promise<readonly Found[]>)[];
  onClose: () => void;
};

/** Opens any screen, setting or post and runs commands. */
export function Palette({ commands, finders, onClose }: Props) {
  const navigation = use(NavigationContext);
  const actions = commands.map(({ name, keywords = '', path, run }) => ({
    name,
    context: t('Action'),
    words: keywords,
    ...(path && { url: path }),
    ...(run && { run }),
  }));
  const find = async (query: string) => {
    const here = matching([...actions, ...(await screensAndSettings(navigation))], query);
    // Without a query: what one can do and where one can go, but not every setting.
    return query.trim() === '' ? here.filter(({ setting }) => !setting) : here;
  };
  const findMore = async (query: string) =>
    (await Promise.all(finders.map((finder) => finder(query)))).flat();
  return (
    <Dialog title={t('Search or do anything')} className="palette" hideTitle onClose={onClose}>
      <Finder
        label={t('Search or do anything')}
        find={find}
        findMore={findMore}
        onChosen={onClose}
        offersAll
      />
    </Dialog>
  );
}
