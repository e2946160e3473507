"""A manifest for Kubernetes: the scheduler, the workers as an indexed job, a service by whose name they meet."""

import argparse
import json
from typing import Any

_PORT = 9091


def write(args: argparse.Namespace) -> int:
    """Print the manifest, for ``kubectl apply -f -``."""
    print(json.dumps(manifest(args), indent=2))
    return 0


def manifest(args: argparse.Namespace) -> dict[str, Any]:
    """All objects of the job."""
    name = args.name
    items = [_secret(name, args.secret), _service(name), _scheduler(args), _workers(args)]
    return {"apiVersion": "v1", "kind": "List", "items": items}


def _secret(name: str, secret: str) -> dict[str, Any]:
    meta = {"name": f"{name}-secret"}
    return {"apiVersion": "v1", "kind": "Secret", "metadata": meta, "stringData": {"secret": secret}}


def _service(name: str) -> dict[str, Any]:
    spec = {"clusterIP": "None", "selector": {"mxnet-job": name}, "publishNotReadyAddresses": True}
    return {"apiVersion": "v1", "kind": "Service", "metadata": {"name": name}, "spec": spec}


def _variables(args: argparse.Namespace, role: str) -> list[dict[str, Any]]:
    plain = {
        "DMLC_ROLE": role,
        "DMLC_NUM_WORKER": str(args.num_workers),
        "DMLC_NUM_SERVER": str(args.num_servers),
        "DMLC_PS_ROOT_URI": f"{args.name}-scheduler-0.{args.name}",
        "DMLC_PS_ROOT_PORT": str(_PORT),
        "DMLC_JOB_CLUSTER": "kubernetes",
        "MXNET_LAUNCH_JOIN": args.join,
        "PYTHONUNBUFFERED": "1",
        **(args.worker_variables if role == "worker" else args.own_variables),
    }
    variables: list[dict[str, Any]] = [{"name": name, "value": value} for name, value in plain.items()]
    key = {"secretKeyRef": {"name": f"{args.name}-secret", "key": "secret"}}
    variables.append({"name": "MXNET_KVSTORE_SECRET", "valueFrom": key})
    variables.append({"name": "DMLC_NODE_HOST", "valueFrom": {"fieldRef": {"fieldPath": "status.podIP"}}})
    if role == "worker":
        index = "metadata.annotations['batch.kubernetes.io/job-completion-index']"
        variables.append({"name": "DMLC_WORKER_ID", "valueFrom": {"fieldRef": {"fieldPath": index}}})
    return variables


def _job(args: argparse.Namespace, part: str, role: str, count: int, limits: dict[str, Any]) -> dict[str, Any]:
    container: dict[str, Any] = {
        "name": role,
        "image": args.image,
        "command": list(args.command),
        "env": _variables(args, role),
    }
    if limits:
        container["resources"] = {"limits": limits}
    pod = {
        "metadata": {"labels": {"mxnet-job": args.name}},
        "spec": {"subdomain": args.name, "restartPolicy": "OnFailure", "containers": [container]},
    }
    spec = {
        "completionMode": "Indexed",
        "completions": count,
        "parallelism": count,
        "backoffLimit": args.restarts * count,
        "template": pod,
    }
    meta = {"name": f"{args.name}-{part}", "labels": {"mxnet-job": args.name}}
    return {"apiVersion": "batch/v1", "kind": "Job", "metadata": meta, "spec": spec}


def _scheduler(args: argparse.Namespace) -> dict[str, Any]:
    return _job(args, "scheduler", "scheduler", 1, {})


def _workers(args: argparse.Namespace) -> dict[str, Any]:
    return _job(args, "worker", "worker", args.num_workers, {"nvidia.com/gpu": args.gpus} if args.gpus else {})
