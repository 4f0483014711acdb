import type { Plan } from './Plan.ts'

/**
 * A configuration of Caddy, which gets and renews the certificate of the service if the name resolves to its machine.
 *
 * @param upstreams the addresses of the replicas, as lines of `reverse_proxy`
 */
export const caddyfile = ({ name }: Plan, upstreams: string): string =>
  `${name} {
	reverse_proxy {
		${upstreams}
		lb_policy least_conn
		lb_try_duration 5s
	}
}
`
