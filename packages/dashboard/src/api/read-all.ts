/** Every item of a list, page by page. */
export async function readAll<Item>(list: AsyncIterable<Item>): Promise<readonly Item[]> {
  const items: Item[] = []
  for await (const item of list) items.push(item)
  return items
}
