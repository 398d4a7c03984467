/** Ids of the views, as the manifest has them. */
export const VIEW = {
  pipelines: 'switchyard.pipelines',
  mergeRequests: 'switchyard.mergeRequests',
  errors: 'switchyard.errors',
} as const;
