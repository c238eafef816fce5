/** The link that others can open. */
import { network } from "./api";

// Loopback names: on another computer they mean that computer.
const THIS_COMPUTER = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** This page's link for a friend; null if only this computer can open it. */
export async function linkForOthers(): Promise<string | null> {
  if (!THIS_COMPUTER.test(location.hostname)) return location.href;
  const { address } = await network();
  return address ? `${address}${location.hash}` : null;
}
