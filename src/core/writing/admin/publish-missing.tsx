import { useEffect, useState } from 'react';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { t } from '../../../platform/messages/translate.ts';
import type { Image } from '../../images/api/images.ts';
import { writingCalls } from './calls.ts';
import type { PostValues } from './post-values.ts';
import { type Missing as MissingPart, missingIn, missingOnServer, otherSites } from './publish-checks.ts';

type Props = {
  values: PostValues;
  images: readonly Image[];
  /** Opens the walk through missing alternative texts. */
  onDescribe(): void;
};

/** What an author may have forgotten; nothing of it prevents the publication. */
export function Missing({ values, images, onDescribe }: Props) {
  const [onServer, setOnServer] = useState<MissingPart[]>([]);
  const { post_content, tags } = values;
  const key = JSON.stringify([post_content, tags]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only text and tags are looked up
  useEffect(() => {
    let isCurrent = true;
    missingOnServer(values).then(
      (found) => isCurrent && setOnServer(found),
      // The request has logged the error; the other checks are shown.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [key]);
  const all = [...missingIn(values, images), ...onServer];
  const sites = otherSites(post_content);
  return (
    <div className="field">
      <h3>{t('Before you go')}</h3>
      {all.length === 0 ? (
        <p className="soft">{t('Nothing is missing.')}</p>
      ) : (
        <ul>
          {all.map(({ text, isAboutAltTexts }) => (
            <li key={text}>
              {text}{' '}
              {isAboutAltTexts && (
                <button type="button" className="quiet" aria-haspopup="dialog" onClick={onDescribe}>
                  {t('Describe…')}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {sites.length > 0 && <LinkCheck key={post_content} sites={sites} />}
    </div>
  );
}

/** Other sites are asked only when the author wants it. */
function LinkCheck({ sites }: { sites: string[] }) {
  const { reportError } = useNotices();
  const [isBusy, setIsBusy] = useState(false);
  const [broken, setBroken] = useState<string[] | null>(null);
  const check = async () => {
    setIsBusy(true);
    try {
      const checked = await writingCalls.checkLinks({ urls: sites });
      setBroken(checked.flatMap(({ state, url }) => (state === 'broken' ? url : [])));
    } catch (error) {
      reportError(error);
    }
    setIsBusy(false);
  };
  return (
    <>
      {broken && broken.length > 0 && (
        <ul>
          {broken.map((path) => (
            <li key={path}>{t('Broken link: {path}', { path })}</li>
          ))}
        </ul>
      )}
      <p className="link-check">
        <button type="button" aria-disabled={isBusy} onClick={() => isBusy || void check()}>
          {t('Check links')}
        </button>
        <span role="status" className="soft">
          {isBusy ? t('Checking links …') : broken?.length === 0 && t('No broken links.')}
        </span>
      </p>
    </>
  );
}
