/** Ids of the views, as the manifest has them. */
export const VIEW = {
  pipelines: 'switchyard.pipelines',
  mergeRequests: 'switchyard.mergeRequests',
} as const;
