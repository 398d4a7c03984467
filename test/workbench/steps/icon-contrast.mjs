// The rendered contrast of icons (WCAG 2.2, relative luminance).

/** The icons of unselected rows in the side bar, with their contrast to the background. */
export const iconContrasts = (page) =>
  page
    .locator('.part.sidebar .monaco-list-row:not(.selected) .custom-view-tree-node-item-icon')
    .evaluateAll((icons) => {
      const read = (text) => {
        const [red, green, blue, alpha = 1] = text.match(/[\d.]+/g).map(Number);
        return { parts: [red, green, blue], alpha };
      };
      const over = (front, back) =>
        front.parts.map((part, at) => part * front.alpha + back[at] * (1 - front.alpha));
      const behind = (element) => {
        if (element === null) return [255, 255, 255];
        const own = read(window.getComputedStyle(element).backgroundColor);
        return own.alpha === 1 ? own.parts : over(own, behind(element.parentElement));
      };
      const luminance = (parts) => {
        const [red, green, blue] = parts
          .map((part) => part / 255)
          .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      return icons.map((element) => {
        const color = window.getComputedStyle(element, '::before').color;
        const back = behind(element);
        const [dark, light] = [luminance(over(read(color), back)), luminance(back)].sort((a, b) => a - b);
        const icon = /codicon-((?!modifier)[\w-]+)/.exec(element.className)?.[1] ?? '';
        return { icon, color, contrast: (light + 0.05) / (dark + 0.05) };
      });
    });
