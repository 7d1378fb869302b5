/** The value of the metric with exactly this name and these labels. */
export async function readSample(metricsUrl: string, name: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.split(' ').at(-1))
}
