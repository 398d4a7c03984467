/** IDs of the views in the manifest. */
export const VIEW = {
  pipelines: 'switchyard.pipelines',
  mergeRequests: 'switchyard.mergeRequests',
  errors: 'switchyard.errors',
} as const;
