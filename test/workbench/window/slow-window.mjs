/** Runs a function while the page is slower by a factor. */
export async function inSlowWindow(page, factor, run) {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send('Emulation.setCPUThrottlingRate', { rate: factor });
    await run();
  } finally {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await session.detach();
  }
}
