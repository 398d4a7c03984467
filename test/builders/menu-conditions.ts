/** Whether a row of a view fits the condition of a menu, as far as that is about views and rows. */
export function isShown(when: string, view: string, words: string): boolean {
  return when.split(' && ').every((part) => {
    const [, not, left, operator, right = ''] =
      /^(!?)\(?(\w+) (==|=~) ([^)]+(?:\)\S*)?)\)?$/.exec(part) ?? [];
    const value = left === 'view' ? view : left === 'viewItem' ? words : undefined;
    if (value === undefined) return true;
    const fits =
      operator === '==' ? value === right : new RegExp(right.slice(1, right.lastIndexOf('/'))).test(value);
    return fits !== (not === '!');
  });
}
