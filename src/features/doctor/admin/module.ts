import type { AdminModule } from '../../../platform/admin/module.ts';

export const doctorAdmin: AdminModule = {
  name: 'doctor',
  screens: [{ path: 'doctor', lazy: () => import('./doctor-screen.tsx') }],
  links: [
    {
      group: 'Settings',
      place: 135,
      path: 'doctor',
      name: 'Doctor',
      help: 'troubleshooting',
      keywords: 'check health problem disk proxy https certificate',
    },
  ],
};
