"""A real Ray cluster of two nodes on this machine: prints its address, ends with its input.

A line of input makes it lose its second node.
"""

import sys

from ray.cluster_utils import Cluster

NODE = {"num_cpus": 1, "object_store_memory": 80 * 2**20}

if __name__ == "__main__":
    cluster = Cluster(initialize_head=True, head_node_args={**NODE, "include_dashboard": False})
    second = cluster.add_node(**NODE)
    cluster.wait_for_nodes()
    print(f"address {cluster.address}", flush=True)  # noqa: T201 - the test reads it
    if sys.stdin.readline():
        cluster.remove_node(second, allow_graceful=False)
        sys.stdin.read()
    cluster.shutdown()
