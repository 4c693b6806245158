import { useSharedMessages } from '../messages.ts';

export const SkipLink = () => (
  <a className="skip-link" href="#main">
    {useSharedMessages().skipToContent}
  </a>
);
