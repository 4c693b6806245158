import { useBeforeUnload } from 'react-router';
import { plural } from '../../../platform/messages/translate.ts';
import { useUploads } from './uploads.ts';

/** Uploads continue after the list of posts is left; closing the tab would cancel them, so the browser asks first. */
export function UploadsRunning() {
  const running = useUploads().filter(({ state }) => state !== 'failed').length;
  useBeforeUnload((event) => {
    if (running > 0) event.preventDefault();
  });
  return (
    <p className="running" role="status">
      {running > 0 && plural(running, { one: 'Uploading 1 image …', other: 'Uploading {count} images …' })}
    </p>
  );
}
