import { choice, isOn } from '../../editor/shared/settings';
import type { JobLayout } from './node-rows';

/** How jobs are shown, as the user set it. */
export const jobLayout = (): JobLayout => ({ order: choice('sortJobs'), flat: isOn('flatStages') });
