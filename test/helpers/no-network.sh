#!/bin/sh
# Runs a command with no network but loopback: no-network.sh COMMAND [ARGUMENT…]. Ends with 77 where that is not possible.
up='ip link set lo up 2>/dev/null || python3 -c "import fcntl,socket,struct; s=socket.socket(); fcntl.ioctl(s,0x8914,struct.pack(\"16sh\",b\"lo\",65))"'
if [ "$(id -u)" = 0 ]; then as=; else as="--user --map-root-user"; fi
# shellcheck disable=SC2086
unshare $as --net -- sh -c "$up" 2>/dev/null || exit 77
# shellcheck disable=SC2086
exec unshare $as --net -- sh -c "($up) && exec \"\$@\"" sh "$@"
