import { expect, it } from 'vitest'
import { startSimulator } from '#simulator/package/startSimulator.ts'

/** As long as a request waits in production before it is refused, and half of it more. */
const standstillMs = 1_500

it('refuses nothing although the machine stands still', async () => {
  await using simulator = await startSimulator()
  await using world = await simulator.world()
  const [{ llave = '' } = {}] = world.accounts
  const ask = () =>
    fetch(`${simulator.url}/v1/cuenta/consumo`, { headers: { authorization: `Bearer ${llave}` } }).then(
      async (answer) => {
        await answer.arrayBuffer()
        return answer.status
      },
    )
  const first = ask()
  const asked = Array.from({ length: 200 }, ask)
  await first
  const until = performance.now() + standstillMs
  while (performance.now() < until);
  expect(new Set(await Promise.all(asked))).toEqual(new Set([200]))
})
