/** Returns where a character of a text box is displayed, relative to the text box. */
export function placeOfCharacter(
  box: HTMLTextAreaElement,
  index: number,
): { readonly left: number; readonly bottom: number } {
  // The same text in an element with the same styles, up to the character.
  const copy = document.createElement('div');
  copy.className = 'text-copy';
  copy.textContent = box.value.slice(0, index);
  const at = document.createElement('span');
  at.textContent = '.';
  copy.append(at);
  box.after(copy);
  const place = { left: at.offsetLeft, bottom: at.offsetTop + at.offsetHeight - box.scrollTop };
  copy.remove();
  return place;
}
