import { isOn, textSetting } from './settings';

/** What the person wants to be asked about, as the settings say at this moment. */
export const confirmations = () => ({
  playPattern: textSetting('confirmPlayPattern'),
  cancelPipeline: isOn('confirmCancelPipeline'),
  forceCancel: isOn('confirmForceCancel'),
  erase: isOn('confirmErase'),
});
