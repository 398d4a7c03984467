import { choice, isOn } from '../../shared/editor/settings';
import type { JobLayout } from './node-rows';

/** How jobs are shown, according to the settings. */
export const jobLayout = (): JobLayout => ({
  order: choice('pipelinesSortJobs'),
  flat: isOn('pipelinesFlatStages'),
});
