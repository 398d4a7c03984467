/**
 * Moves the mouse to the gutter of a line until the editor marks the line below the mouse. A thread or a suggestion that
 * appears above can move the lines away. Returns the coordinates.
 */
export async function hoverGutter(page, editor, line) {
  for (;;) {
    const box = await line.boundingBox();
    const [x, y] = [box.x - 20, box.y + box.height / 2];
    // The editor reacts only to movements.
    await page.mouse.move(x + 1, y);
    await page.mouse.move(x, y);
    const isMarked = await editor
      .locator('.line-hover')
      .first()
      .waitFor({ timeout: 2_000 })
      .then(
        () => true,
        () => false,
      );
    const after = await line.boundingBox();
    if (isMarked && after.y === box.y) return [x, y];
  }
}
