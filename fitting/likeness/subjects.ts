/** Numbers of OASIS photographs by subject, for the benchmark. The content view is calibrated on others. */
export const subjects: Readonly<Record<string, readonly number[]>> = {
  dogs: [251, 252, 253, 254, 256, 257, 258, 260, 261, 266, 267, 268, 269, 270, 271, 272, 279],
  'other mammals': [158, 160, 291, 397, 434, 472, 481, 488, 503, 591, 708, 724, 837, 838, 888, 900],
  birds: [74, 75, 76, 77, 194, 615, 616, 627, 628, 629, 630],
  flowers: [344, 345, 347, 348, 349, 350, 351, 352, 353, 809, 884, 886],
  'food and drink': [4, 7, 8, 81, 218, 220, 221, 222, 223, 285, 286, 354, 357, 358, 792, 877],
  stones: [234, 240, 668, 669, 670, 672, 673, 674, 744, 745, 748, 749],
  storms: [754, 825, 826, 828, 829, 830, 831, 832, 835, 848, 849, 850, 852],
  water: [59, 60, 65, 84, 241, 455, 457, 458, 459, 810, 811, 815],
  stationery: [447, 448, 586, 587, 588, 589, 594, 596, 598, 599, 601, 602, 603, 619],
}

/** OASIS numbers its photographs by theme. A larger gap starts a new theme. */
const gapMax = 2

/**
 * The theme number of each photograph, given their numbers in ascending order. Photographs of the benchmark's subjects
 * and themes with one photograph have none.
 */
export function themesOf(ids: readonly number[]): readonly (number | undefined)[] {
  const subjectNumbers = new Set(Object.values(subjects).flat())
  let theme = 0
  const themes = ids.map((id, i) => {
    if (i > 0 && id - (ids[i - 1] as number) > gapMax) theme += 1
    return subjectNumbers.has(id) ? undefined : theme
  })
  return themes.map((one) => (themes.filter((other) => other === one).length > 1 ? one : undefined))
}
