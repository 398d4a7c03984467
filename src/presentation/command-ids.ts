/** Every command of the extension; the manifest lists the same ones. */
export const COMMAND = {
  signIn: 'switchyard.signIn',
  signOut: 'switchyard.signOut',
  refreshPipelines: 'switchyard.refreshPipelines',
  loadOlderPipelines: 'switchyard.loadOlderPipelines',
  openLog: 'switchyard.openLog',
  toggleFollowLog: 'switchyard.toggleFollowLog',
  reloadLog: 'switchyard.reloadLog',
  retryJob: 'switchyard.retryJob',
  playJob: 'switchyard.playJob',
  cancelJob: 'switchyard.cancelJob',
  openInBrowser: 'switchyard.openInBrowser',
  copyLink: 'switchyard.copyLink',
  showOutput: 'switchyard.showOutput',
  showRequests: 'switchyard.showRequests',
} as const;
export type CommandId = (typeof COMMAND)[keyof typeof COMMAND];
