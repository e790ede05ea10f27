import { BlockList, isIPv4, type Socket } from 'node:net';
import type { IncomingHttpHeaders } from 'node:http';
import { normalizeIp } from './ip-address';

export interface ClientAddressOptions {
  /** CIDRs of proxies that are believed. */
  readonly trustedProxies: readonly string[];
  /** Lower case. */
  readonly headerName: string;
}

interface Peer {
  readonly address: string;
  readonly isTrusted: boolean;
}

export type ReadClientAddress = (
  socket: Pick<Socket, 'remoteAddress'>,
  headers: IncomingHttpHeaders,
) => string;

/**
 * The address a call comes from: the socket's, or, behind a trusted proxy, the one its header
 * names. Headers of other peers are ignored. '' when the address is unknown.
 */
export function createClientAddressReader(options: ClientAddressOptions): ReadClientAddress {
  const trusted = new BlockList();
  for (const cidr of options.trustedProxies) addCidr(trusted, cidr);
  // Evaluated once per connection, not per request.
  const peers = new WeakMap<object, Peer>();

  function getPeer(socket: Pick<Socket, 'remoteAddress'>): Peer {
    let peer = peers.get(socket);
    if (peer === undefined) {
      const address = normalizeIp(socket.remoteAddress) ?? '';
      const family = isIPv4(address) ? 'ipv4' : 'ipv6';
      peer = { address, isTrusted: address !== '' && trusted.check(address, family) };
      peers.set(socket, peer);
    }
    return peer;
  }

  return (socket, headers) => {
    const peer = getPeer(socket);
    if (!peer.isTrusted) return peer.address;
    const named = headers[options.headerName];
    if (named === undefined) return peer.address;
    return (typeof named === 'string' ? normalizeIp(named) : undefined) ?? '';
  };
}

function addCidr(list: BlockList, cidr: string): void {
  const [address = '', bits] = cidr.split('/');
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  list.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family);
}
