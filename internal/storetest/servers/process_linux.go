package servers

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
)

// startTied starts a process that the kernel kills when this one dies, so that a test that
// is killed leaves no server behind. The kernel watches the thread that starts the
// process, so that thread is kept until the process ends; ended is closed then.
func startTied(cmd *exec.Cmd) (ended chan struct{}, err error) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid = true
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
	started := make(chan error)
	ended = make(chan struct{})
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait()
		}
		close(ended)
	}()
	return ended, <-started
}

// onSmallDisk makes a command run with a directory on a disk of its own of some bytes,
// which exists as long as the process. It needs no root where user namespaces are allowed.
func onSmallDisk(cmd *exec.Cmd, dir string, bytes int64) (*exec.Cmd, error) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		return nil, err
	}
	const script = `mount -t tmpfs -o size="$1" tmpfs "$2" && shift 2 && exec "$@"`
	args := append([]string{"-c", script, shell, fmt.Sprint(bytes), dir}, cmd.Args...)
	small := exec.Command(shell, args...)
	small.Stdout, small.Stderr = cmd.Stdout, cmd.Stderr
	small.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	if os.Geteuid() != 0 {
		small.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
		small.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
		small.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}
	}
	return small, nil
}

// insideOf returns the name under which this process sees a file of another one, which may
// have other mounts.
func insideOf(pid int, path string) string {
	return filepath.Join("/proc", fmt.Sprint(pid), "root", path)
}
